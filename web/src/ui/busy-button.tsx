import type { ComponentProps, MouseEvent } from "react";

/** The base of every button: while it is busy it does nothing but keeps the focus, which a disabled one loses. */
export function BusyButton({ disabled, onClick, type = "button", ...props }: ComponentProps<"button">) {
  const busy = Boolean((props as Record<string, unknown>)["data-loading"]);
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !busy}
      aria-disabled={busy || props["aria-disabled"]}
      onClick={busy ? ignore : onClick}
    />
  );
}

const ignore = (event: MouseEvent) => event.preventDefault();
