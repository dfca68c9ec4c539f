/** What to do about a fault of the data folder, by the words of the system in Node's and PostgreSQL's messages. */
const REMEDIES: [cause: RegExp, remedy: string][] = [
  [/no space left|quota exceeded/i, "make room on its disk"],
  // Where its parent cannot be written, Node says of a new folder that it is not there.
  [
    /read-only file system|no such file or directory, mkdir/i,
    "its disk is read-only: set DATA_DIR to a folder that can be written",
  ],
  [/permission denied|not permitted|wrong ownership/i, "let this user write there, or set DATA_DIR to another folder"],
  [/not a directory|file already exists, mkdir/i, "a file is in its place: set DATA_DIR to a folder"],
  [/shared memory block .* in use/i, "an earlier PostgreSQL still works there: end it, or wait two minutes"],
  [/TCP\/IP sockets/, "another program took its port meanwhile: start again"],
  [
    /PostgreSQL did not start|not empty, rmdir/,
    "its database is damaged: set DATA_DIR to another folder, and restore a backup",
  ],
];

/** The error in one sentence, with its remedy where the data folder is at fault. */
export function folderFault(error: Error, dataDir: string): Error {
  const [, remedy] = REMEDIES.find(([cause]) => cause.test(error.message)) ?? [];
  if (remedy === undefined) return error;
  return new Error(`The data folder ${dataDir} cannot be used; ${remedy} (${error.message}).`, { cause: error });
}
