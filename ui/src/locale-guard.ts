// With LANG=C.UTF-8 WebKitGTK names its language "C" or "c", which is no BCP 47 tag: every constructor of Intl
// throws on it, also those that libraries call while they are imported. So this is the first import of all.

/** The first language that Intl supports; English if there is none. */
export function usable(languages: readonly string[]): string {
  for (const language of languages) {
    try {
      new Intl.NumberFormat(language);
      return language;
    } catch {
      // The next one.
    }
  }
  return 'en';
}

if (typeof navigator !== 'undefined' && usable([navigator.language]) !== navigator.language) {
  const language = usable(navigator.languages ?? []);
  Object.defineProperty(navigator, 'language', { value: language, configurable: true });
  Object.defineProperty(navigator, 'languages', { value: [language], configurable: true });
}
