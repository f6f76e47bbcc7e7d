/** Starts a download of the browser. Without a name the server gives it one. */
export function startDownload(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  startDownload(url, name);
  // Safari reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
