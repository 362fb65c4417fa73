// With LANG=C.UTF-8 WebKitGTK reports the language "C" or "c", which is not a BCP 47 tag. Every Intl constructor then
// throws, also in libraries while they are imported. So this file must be the first import of all.

/** Returns the first language that Intl supports, or English. */
export function usable(languages: readonly string[]): string {
  for (const language of languages) {
    try {
      new Intl.NumberFormat(language);
      return language;
    } catch {
      // The language is not supported: the loop tries the next one.
    }
  }
  return 'en';
}

if (typeof navigator !== 'undefined' && usable([navigator.language]) !== navigator.language) {
  const language = usable(navigator.languages ?? []);
  Object.defineProperty(navigator, 'language', { value: language, configurable: true });
  Object.defineProperty(navigator, 'languages', { value: [language], configurable: true });
}
