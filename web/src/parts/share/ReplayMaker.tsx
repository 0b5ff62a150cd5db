import { useEffect, useRef, useState } from "react";
import { t } from "../../i18n";
import { complain } from "../../state/notices";
import { FileActions } from "./FileActions";
import type { Caption } from "./paper";
import { type Look, type Replay, replayPicture } from "./pictures";

/** A whole game as a moving picture, made when somebody wants it. */

type ReplayMakerProps = { replay: Replay; look: Look; caption: Caption; name: string };

export function ReplayMaker({ replay, look, caption, name }: ReplayMakerProps) {
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const making = useRef<AbortController | null>(null);
  const section = useRef<HTMLElement>(null);
  useEffect(() => () => making.current?.abort(), []);
  // The button that had the focus is gone; what can be done now has it.
  useEffect(() => {
    if (file) section.current?.querySelector("button")?.focus();
  }, [file]);
  const make = async () => {
    making.current = new AbortController();
    const { signal } = making.current;
    setShare(0);
    try {
      const blob = await replayPicture(replay, look, caption, { signal, onProgress: setShare });
      signal.throwIfAborted();
      setFile(new File([blob], `${name}.gif`, { type: blob.type }));
    } catch (error) {
      if (!signal.aborted) complain(error);
    } finally {
      if (!signal.aborted) setShare(null);
    }
  };
  const cancel = () => {
    making.current?.abort();
    setShare(null);
  };
  return (
    <section ref={section} aria-labelledby="share-replay">
      <h3 id="share-replay">{t("share.replay")}</h3>
      <p className="unseen" role="status">
        {file && t("share.replayReady")}
      </p>
      {file ? (
        <FileActions
          file={file}
          alt={t("share.replayOf", { game: caption.title, n: replay.count })}
          link={caption.link}
          names={{ share: t("share.shareReplay"), copy: "", download: t("share.downloadReplay") }}
        />
      ) : share === null ? (
        <button type="button" onClick={make}>
          {t("share.makeReplay", { n: replay.count })}
        </button>
      ) : (
        <div className="row">
          <progress value={share} max={1} aria-label={t("share.making")} />
          <button type="button" onClick={cancel}>
            {t("cancel")}
          </button>
        </div>
      )}
    </section>
  );
}
