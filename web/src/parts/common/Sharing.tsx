import { t } from "../../i18n";
import { complain, toast } from "../../state/notices";

/** Passing something on: to the clipboard, or with the device's own sharing. */

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https the clipboard is closed; a selected field is the old way.
    const field = document.createElement("textarea");
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  toast(t("copied"));
}

type LinkBoxProps = { link: string; label: string };

export function LinkBox({ link, label }: LinkBoxProps) {
  const share = () => navigator.share({ url: link, title: t("house") }).catch(() => undefined);
  return (
    <div className="link-box">
      <input readOnly value={link} aria-label={label} onFocus={({ target }) => target.select()} />
      <button type="button" onClick={() => copy(link).catch(complain)}>
        {t("copy")}
      </button>
      {"share" in navigator && (
        <button type="button" onClick={share}>
          {t("share")}
        </button>
      )}
    </div>
  );
}
