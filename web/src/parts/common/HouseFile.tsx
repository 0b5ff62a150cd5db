import type { MouseEvent, ReactNode } from "react";
import * as api from "../../api";
import { IS_SITE, placed } from "../../base";
import { complain } from "../../state/notices";

/** A link to a file that the house makes: to print in a tab of its own, or to keep. */

type HouseFileProps = {
  path: string;
  /** The name under which it is kept; without one it is opened. */
  download?: string;
  className?: string;
  children: ReactNode;
};

export function HouseFile({ path, download, className, children }: HouseFileProps) {
  const open = IS_SITE ? { onClick: fetching(path, download), onAuxClick: stay } : {};
  const how = download ? { download } : { target: "_blank", rel: "noreferrer" };
  return (
    <a className={className} href={placed(path)} {...how} {...open}>
      {children}
    </a>
  );
}

/** No server knows this address. */
const stay = (event: MouseEvent) => event.preventDefault();

/** Where the house is in the page, it makes the file and the browser opens it from here. */
const fetching = (path: string, download: string | undefined) => (event: MouseEvent) => {
  event.preventDefault();
  // A tab that opened only after the file is made would be taken for an advertisement.
  const tab = download ? null : window.open("", "_blank");
  const show = (file: Blob) => {
    const address = URL.createObjectURL(file);
    if (tab) tab.location.replace(address);
    else keep(address, download ?? "");
  };
  api.file(path).then(show, (error: unknown) => {
    tab?.close();
    complain(error);
  });
};

function keep(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
