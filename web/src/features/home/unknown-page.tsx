import { CloseButton } from "@mantine/core";
import { useEffect, useState } from "react";
import { HomePage } from "./home-page.tsx";

/** Any address without a page of its own: the home page, which says why it is shown. */
export function UnknownPage() {
  return (
    <>
      <UnknownAddress />
      <HomePage />
    </>
  );
}

function UnknownAddress() {
  const [shown, setShown] = useState(false);
  // Screen readers announce what enters a status, not what it begins with.
  useEffect(() => setShown(true), []);

  const dismiss = () => {
    setShown(false);
    // The button is gone, so the focus would be lost.
    document.querySelector<HTMLElement>("h1")?.focus();
  };

  return (
    <div className="unknown-address" role="status">
      {shown && (
        <>
          <p>Esta dirección no existe; le hemos traído al inicio.</p>
          <CloseButton size={44} iconSize={20} aria-label="Cerrar el aviso" onClick={dismiss} />
        </>
      )}
    </div>
  );
}
