// Rows that are dragged: their names, as text that any field takes.

interface Chosen {
  names: readonly string[];
  has(tag: string): boolean;
}

/** A row is dragged: with it all that are selected, if it is one of them. */
export function dragged(event: DragEvent, name: string | undefined, selection: Chosen): void {
  if (!name || !event.dataTransfer) return event.preventDefault();
  event.dataTransfer.setData('text/plain', (selection.has(name) ? selection.names : [name]).join('\n'));
  event.dataTransfer.effectAllowed = 'copy';
}

/** Takes names that are dropped on an element. */
export function drop(take: (text: string) => void): (element: HTMLElement) => () => void {
  return (element) => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('text/plain')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      element.dataset.drop = '';
    };
    const leave = (): void => void delete element.dataset.drop;
    const here = (event: DragEvent): void => {
      leave();
      const text = event.dataTransfer?.getData('text/plain') ?? '';
      if (!text) return;
      event.preventDefault();
      take(text);
    };
    element.addEventListener('dragover', over);
    element.addEventListener('dragleave', leave);
    element.addEventListener('drop', here);
    return () => {
      element.removeEventListener('dragover', over);
      element.removeEventListener('dragleave', leave);
      element.removeEventListener('drop', here);
    };
  };
}
