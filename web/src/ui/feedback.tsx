import { FEEDBACK_MS } from "@ecotrim/shared/product";
import { useCallback, useEffect, useState } from "react";
import "./feedback.css";

export interface Feedback {
  tone: "good" | "bad";
  message: string;
}

/** What became of a form, said for five seconds. */
export function useFeedback() {
  const [feedback, setFeedback] = useState<Feedback | null>(null);
  useEffect(() => {
    if (!feedback) return;
    const timer = setTimeout(() => setFeedback(null), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [feedback]);

  const say = useCallback((tone: Feedback["tone"], message: string) => setFeedback({ tone, message }), []);
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
