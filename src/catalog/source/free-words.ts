// The words for a price of nothing in many languages, which an import reads and a check knows.

export const freeWords = String.raw`(?:free(?: of charge)?|gr[aá]tis|gratuit[oae]?s?|kostenlos|kostenfrei|gebührenfrei|sin coste?|sem custos?|senza costi|za darmo|bezpłatn[ye]|darmow[ye]|бесплатно|免费|免費|無料|무료|miễn phí|ücretsiz|ฟรี|مجان[يا]+)`;
