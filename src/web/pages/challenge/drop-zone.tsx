import { type DragEvent, type ReactNode, useId, useState } from "react";
import { classNames } from "../../design/class-names.ts";

/** What a place for files is given. */
export interface DropZoneProps {
  /** What it takes, in a few words. */
  readonly label: string;
  /** More about it. */
  readonly hint: string;
  /** Endings of names, for instance `.jsonl,.zip`. */
  readonly accept: string;
  /** Whether several files may be chosen. @defaultValue false */
  readonly multiple?: boolean;
  /** Is told the files. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** Takes files by dragging, by the keyboard and by a dialog of the system. */
export function DropZone(props: DropZoneProps): ReactNode {
  const { label, hint, accept, multiple = false, onFiles } = props;
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null): void => {
    const list = [...(files ?? [])];
    if (list.length > 0) onFiles(multiple ? list : list.slice(0, 1));
  };
  const over = (event: DragEvent, next: boolean): void => {
    event.preventDefault();
    setIsOver(next);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way of three; the field inside takes the others
    <div
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        take(event.dataTransfer.files);
      }}
      className={classNames(
        "grid grid-cols-1 justify-items-center gap-2 rounded-card border border-dashed px-4 py-8 text-center",
        isOver ? "border-accent bg-accent-soft" : "border-edge",
      )}
    >
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <p id={`${id}-hint`} className="max-w-xl text-small text-muted">
        {hint}
      </p>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          take(target.files);
          // The same file can be chosen again after it was mended.
          target.value = "";
        }}
        className="max-w-full text-small file:mr-3 file:min-h-11 file:rounded-small file:border file:border-edge file:bg-surface file:px-4 file:text-base file:font-medium file:text-ink"
      />
    </div>
  );
}
