// Copies text to the clipboard, also on a page over plain HTTP, where `navigator.clipboard` is not available.

export async function toClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!copied) throw new Error('the browser does not let the clipboard be written');
}
