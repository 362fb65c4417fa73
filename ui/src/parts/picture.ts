// A trend as one picture: the lanes' drawings below each other, each under its letter, name and reading.

interface LanePicture {
  letter: string;
  tag: string;
  reading: string;
  canvas: HTMLCanvasElement;
}

const HEAD = 34;

export function picture(title: string, lanes: LanePicture[]): Promise<Blob> {
  const ratio = devicePixelRatio;
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, ...lanes.map((it) => it.canvas.width));
  canvas.height = HEAD * ratio + lanes.reduce((sum, it) => sum + it.canvas.height + HEAD * ratio, 0);
  const context = canvas.getContext('2d');
  if (!context) return Promise.reject(new Error('this browser draws no pictures'));
  context.fillStyle = token('bg-2');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'middle';
  const write = (text: string, x: number, y: number, strong: boolean): void => {
    context.fillStyle = token('ink-1');
    context.font = `${strong ? token('w-strong') : token('w-regular')} ${13 * ratio}px ${token('font-ui')}`;
    context.fillText(text, x, y);
  };
  context.textAlign = 'left';
  write(title, 16 * ratio, (HEAD / 2) * ratio, true);
  let top = HEAD * ratio;
  for (const lane of lanes) {
    const middle = top + (HEAD / 2) * ratio;
    context.textAlign = 'left';
    write(`${lane.letter}  ${lane.tag}`, 16 * ratio, middle, false);
    context.textAlign = 'right';
    write(lane.reading.trim(), canvas.width - 16 * ratio, middle, true);
    context.drawImage(lane.canvas, 0, top + HEAD * ratio);
    top += HEAD * ratio + lane.canvas.height;
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))), 'image/png');
  });
}
