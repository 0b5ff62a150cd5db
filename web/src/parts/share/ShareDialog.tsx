import { useEffect, useMemo, useState } from "react";
import { quartersFor } from "../../board/ownSide";
import { LEVEL_TEXT } from "../../board/texts";
import { type Say, t } from "../../i18n";
import { useHouse } from "../../state/house";
import { complain } from "../../state/notices";
import { useSettings, useTheme } from "../../state/settings";
import type { Scene } from "../../wire";
import { boardText } from "../../words";
import { Dialog } from "../common/Dialog";
import { copy, LinkBox } from "../common/Sharing";
import { FileActions } from "./FileActions";
import { type Look, positionPicture, type Replay } from "./pictures";
import { ReplayMaker } from "./ReplayMaker";
import "./share.css";

/** Everything of a position that can be passed on: its link, a picture, a replay, a frame. */

export type ShareProps = {
  view: Scene;
  say: Say;
  title: string;
  /** Who plays and how it ended, as it stands under pictures. */
  text: string;
  link: string;
  /** None where the link leads nobody to it, so that it stands under pictures alone. */
  linkLabel: string | null;
  /** Whose side of the board is shown in front. */
  seat?: number | null;
  /** How files are called. */
  name: string;
  replay: Replay;
  /** The address of the page for other sites. */
  embed?: string | null;
  /** The code of the position. */
  code?: string;
  onClose: () => void;
};

export function ShareDialog(props: ShareProps) {
  const { title, text, link, code, name, replay } = props;
  const embeds = useHouse()?.embeds ?? false;
  const look = useLook(props);
  // The words under a picture may come later than the dialog, but never change by themselves.
  const caption = useMemo(() => ({ title, text, link }), [title, text, link]);
  return (
    <Dialog title={t("share.title")} onClose={props.onClose}>
      <div className="share">
        {props.linkLabel !== null && <LinkBox link={link} label={props.linkLabel} />}
        <Picture view={props.view} look={look} caption={caption} name={name} />
        {replay.count > 0 && (
          <ReplayMaker replay={replay} look={look} caption={caption} name={name} />
        )}
        {embeds && props.embed && <Frame address={props.embed} title={title} />}
        {code && <Code code={code} />}
      </div>
    </Dialog>
  );
}

/** As the page itself draws it, from the side of who looks. */
function useLook({ view, say, seat = null }: ShareProps): Look {
  const theme = useTheme();
  const { patterns } = useSettings();
  return useMemo(() => {
    const words = boardText(say);
    return {
      theme,
      patterns,
      quarters: quartersFor(view, seat),
      levelName: (level) => words(LEVEL_TEXT, { number: level + 1 }),
    };
  }, [view, say, seat, theme, patterns]);
}

type PictureProps = {
  view: Scene;
  look: Look;
  caption: { title: string; text: string; link: string };
  name: string;
};

function Picture({ view, look, caption, name }: PictureProps) {
  const [file, setFile] = useState<File | null>(null);
  useEffect(() => {
    let gone = false;
    positionPicture(view, look, caption).then(
      (blob) => gone || setFile(new File([blob], `${name}.png`, { type: blob.type })),
      (error) => gone || complain(error),
    );
    return () => {
      gone = true;
    };
  }, [view, look, caption, name]);
  return (
    <section aria-labelledby="share-picture">
      <h3 id="share-picture">{t("share.picture")}</h3>
      <FileActions
        file={file}
        alt={t("share.pictureOf", { game: caption.title })}
        link={caption.link}
        names={{
          share: t("share.sharePicture"),
          copy: t("share.copyPicture"),
          download: t("share.downloadPicture"),
        }}
      />
    </section>
  );
}

function Frame({ address, title }: { address: string; title: string }) {
  const name = title.replace(/["&<>]/g, "");
  const text = `<iframe src="${address}" title="${name}" width="480" height="560" loading="lazy"></iframe>`;
  return (
    <section aria-labelledby="share-embed">
      <h3 id="share-embed">{t("share.embed")}</h3>
      <p className="muted small">{t("share.embedHelp")}</p>
      <textarea
        readOnly
        rows={3}
        value={text}
        aria-labelledby="share-embed"
        onFocus={({ target }) => target.select()}
      />
      <button type="button" onClick={() => copy(text).catch(complain)}>
        {t("copy")}
      </button>
    </section>
  );
}

function Code({ code }: { code: string }) {
  return (
    <section>
      <p className="muted small">{t("analysis.code")}</p>
      <p className="hashes">{code}</p>
      <button type="button" onClick={() => copy(code).catch(complain)}>
        {t("copy")}
      </button>
    </section>
  );
}
