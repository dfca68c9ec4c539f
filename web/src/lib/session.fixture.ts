import { startSession } from "./session.ts";

/** Logs a person in, for what is shown and called with a session only. */
export function logIn(): void {
  const person = { id: "u1", firstName: "Ana", lastName: "García", email: "ana@example.org", emailConfirmed: true };
  const user = { ...person, company: null, phone: null, createdAt: "2026-01-01T00:00:00.000Z" };
  startSession({ token: "secret", user });
}
