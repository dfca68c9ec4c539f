import type { Slip } from "@ecotrim/present/simulations/slips";
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { WarningIcon } from "../../../ui/icons.tsx";
import type { Slips } from "./use-slips.ts";
import "./slip-notes.css";

/** What an answer is doubted for, in amber where it stands: one click repairs it, another says that it is right. */
export function SlipNotes({ slips }: { slips: Slips }) {
  const { open, heldUp, repair, confirm } = slips;
  const notes = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (heldUp) notes.current?.focus();
  }, [heldUp]);

  return (
    <div ref={notes} className="slips" role="status" tabIndex={-1}>
      {open.map((slip) => (
        <SlipNote key={slip.code} slip={slip} onRepair={() => repair(slip)} onConfirm={() => confirm(slip)} />
      ))}
    </div>
  );
}

interface SlipNoteProps {
  slip: Slip;
  onRepair: () => void;
  onConfirm: () => void;
}

function SlipNote({ slip: { message, suggestion }, onRepair, onConfirm }: SlipNoteProps) {
  const [doubt, reasons] = inTwo(message);
  return (
    <div className="slip">
      <WarningIcon />
      <p className="slip-message">
        <b>{doubt}</b> {reasons}
      </p>
      <div className="slip-actions">
        {suggestion && <Button onClick={onRepair}>{suggestion.label}</Button>}
        <Button variant="default" onClick={onConfirm}>
          Es correcto
        </Button>
      </div>
    </div>
  );
}

/** The first sentence, which is the doubt, and the rest. */
function inTwo(message: string): [string, string] {
  const end = message.search(/(?<=[?.:]) /);
  return end < 0 ? [message, ""] : [message.slice(0, end), message.slice(end + 1)];
}
