import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { SCROLL_DELAY_MS } from "../../lib/timings.ts";
import { Batteries } from "./sections/batteries.tsx";
import { ContactInvitation } from "./sections/contact-invitation.tsx";
import { Hero } from "./sections/hero.tsx";
import { Questions } from "./sections/questions.tsx";
import { Services } from "./sections/services.tsx";
import "./home-page.css";

export function HomePage() {
  useAnchors();
  return (
    <>
      <Hero />
      <Services />
      <Batteries />
      <Questions />
      <ContactInvitation />
    </>
  );
}

/** Scrolls to the section of the address and moves the focus there, each time a menu asks for it. */
function useAnchors() {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same entry clicked again scrolls again
  useEffect(() => {
    if (!hash) return;
    const timer = setTimeout(() => {
      const section = document.getElementById(hash.slice(1));
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      section?.scrollIntoView({ behavior: still ? "auto" : "smooth" });
      section?.querySelector<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true });
    }, SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [hash, key]);
}
