/** What the server takes as a name and a password; said here at once, decided there. */

export function nameIsFine(name: string): boolean {
  const trimmed = name.trim();
  return [...trimmed].length >= 2 && [...trimmed].length <= 24 && /^[\p{L}\p{M}\p{N} \-_.'’]+$/u.test(trimmed);
}

export function passwordIsFine(password: string): boolean {
  const length = [...password].length;
  return length >= 8 && length <= 256;
}
