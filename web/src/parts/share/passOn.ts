/** Files that leave the page: with the device's own sharing, through the clipboard, as a download. */

export function canShare(file: File): boolean {
  return Boolean(navigator.canShare?.({ files: [file] }));
}

/** Whether something was shared; who changes their mind has lost nothing. */
export async function shareFile(file: File, link: string): Promise<void> {
  try {
    await navigator.share({ files: [file], url: link });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

/** Browsers open the clipboard for pictures over a safe line alone, and for PNG alone. */
export const canCopy = (file: File): boolean =>
  file.type === "image/png" && "ClipboardItem" in window && Boolean(navigator.clipboard?.write);

export const copyFile = (file: File): Promise<void> =>
  navigator.clipboard.write([new ClipboardItem({ [file.type]: file })]);

export function download(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
