import { useCallback, useEffect, useState } from "react";
import { FEEDBACK_MS } from "../lib/timings.ts";
import "./feedback.css";

export interface Feedback {
  tone: "good" | "bad";
  message: string;
  /** Duration of the message. */
  ms: number;
}

/** The outcome of a form, shown for five seconds unless told otherwise. */
export function useFeedback() {
  const [feedback, setFeedback] = useState<Feedback | null>(null);
  useEffect(() => {
    if (!feedback) return;
    const timer = setTimeout(() => setFeedback(null), feedback.ms);
    return () => clearTimeout(timer);
  }, [feedback]);

  const say = useCallback(
    (tone: Feedback["tone"], message: string, ms = FEEDBACK_MS) => setFeedback({ tone, message, ms }),
    [],
  );
  return { feedback, say };
}

export function FeedbackBanner({ feedback }: { feedback: Feedback | null }) {
  if (!feedback) return null;
  const { tone, message } = feedback;
  return (
    <p className="feedback" data-tone={tone} role={tone === "good" ? "status" : "alert"}>
      {message}
    </p>
  );
}
