import { Button } from "@mantine/core";
import { type DragEvent, useRef, useState } from "react";
import { UploadIcon } from "../../ui/icons.tsx";
import "./drop-zone.css";

interface DropZoneProps {
  /** What to bring, in a sentence. */
  invitation: string;
  busy: boolean;
  onFiles: (files: File[]) => void;
}

/** Asks for files: a button opens the browser's own choice, and they may be dropped here as well. */
export function DropZone({ invitation, busy, onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra beside the button
    <div
      className="drop-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <p>{invitation}</p>
      <input
        ref={input}
        type="file"
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Archivos de la curva"
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file may be chosen again.
          currentTarget.value = "";
        }}
      />
      <Button loading={busy} leftSection={<UploadIcon />} onClick={() => input.current?.click()}>
        Elegir archivos
      </Button>
    </div>
  );
}
