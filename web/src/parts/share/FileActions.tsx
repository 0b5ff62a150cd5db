import { useEffect, useState } from "react";
import { t } from "../../i18n";
import { complain, toast } from "../../state/notices";
import { canCopy, canShare, copyFile, download, shareFile } from "./passOn";

/** A picture that was made, and the ways in which this browser can pass it on. */

type FileActionsProps = {
  /** Null while it is being made. */
  file: File | null;
  alt: string;
  link: string;
  names: { share: string; copy: string; download: string };
};

export function FileActions({ file, alt, link, names }: FileActionsProps) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const copied = () => toast(t("copied"));
  return (
    <>
      <div className="share-shown">
        {url ? <img src={url} alt={alt} /> : <p role="status">{t("share.drawing")}</p>}
      </div>
      <div className="row wrap">
        {file && canShare(file) && (
          <button type="button" onClick={() => shareFile(file, link).catch(complain)}>
            {names.share}
          </button>
        )}
        {file && canCopy(file) && (
          <button type="button" onClick={() => copyFile(file).then(copied, complain)}>
            {names.copy}
          </button>
        )}
        <button type="button" disabled={!file} onClick={() => file && download(file)}>
          {names.download}
        </button>
      </div>
    </>
  );
}
