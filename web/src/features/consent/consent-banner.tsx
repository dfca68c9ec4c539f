import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { decide, getConsent, useConsentAsked } from "./consent.ts";
import "./consent-banner.css";

/** Asks once; accepting and rejecting are one click each and look the same. Nothing optional runs before. */
export function ConsentBanner() {
  return useConsentAsked() ? <Choices /> : null;
}

function Choices() {
  const banner = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const chosen = getConsent();

  // The page keeps the focused element above the banner, whatever the banner's height.
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty("--consent-height", `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`);
    });
    observer.observe(banner.current as HTMLElement);
    return () => observer.disconnect();
  }, []);

  // A visitor who reopened the banner gets the focus there; a new visitor keeps the focus.
  useEffect(() => {
    if (getConsent()) heading.current?.focus();
  }, []);

  return (
    <section ref={banner} className="consent" aria-labelledby="consent-title">
      <div className="consent-inner">
        <div>
          <h2 id="consent-title" ref={heading} tabIndex={-1}>
            ¿Nos deja medir cómo de rápida le resulta la web?
          </h2>
          <p>
            Guardamos en su navegador solo lo necesario para que la web funcione. Si acepta, medimos además los tiempos
            de carga, sin identificarle y sin terceros. <Link to="/cookies">Qué guardamos</Link>.
            {chosen && ` Su elección actual: ${chosen.measurement ? "aceptada" : "rechazada"}.`}
          </p>
        </div>
        <div className="consent-choices">
          <Button variant="default" onClick={() => decide(false)}>
            Rechazar
          </Button>
          <Button variant="default" onClick={() => decide(true)}>
            Aceptar
          </Button>
        </div>
      </div>
    </section>
  );
}
