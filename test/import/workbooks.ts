// Lists as people have them in spreadsheets. LibreOffice wrote the files in `spreadsheets/` from them; scripts/spreadsheets.ts has it do so.

/** A text, a number, nothing, a day as a date, a text with a link, or one that is as wide as several columns. */
export type Cell =
  | string
  | number
  | null
  | { readonly day: string }
  | { readonly text: string; readonly link: string }
  | { readonly text: string; readonly width: number };

export interface Table {
  readonly name: string;
  readonly isHidden?: boolean;
  /** Columns that are not shown. */
  readonly hidden?: readonly number[];
  readonly rows: readonly (readonly Cell[])[];
}

const link = (text: string, address: string): Cell => ({ text, link: `https://${address}` });
const day = (text: string): Cell => ({ day: text });

export const workbooks: Readonly<Record<string, readonly Table[]>> = {
  german: [
    { name: 'Hinweise', rows: [['Bitte nur das zweite Blatt ausfüllen.'], ['Stand: Mai']] },
    {
      name: 'Kurse',
      hidden: [3],
      rows: [
        [{ text: 'Kursverzeichnis der Volkshochschule 2024', width: 8 }],
        [null],
        ['Nr.', 'Kurstitel', 'Anbieter', 'Beschreibung', 'Sprache', 'Beginn', { text: 'Kategorie', width: 2 }],
        [
          1,
          link('Optik für Anfänger', 'vhs.example/optik'),
          'VHS Mitte',
          'intern: zu teuer',
          'Deutsch',
          day('2023-09-25'),
          'Physik',
          'Licht',
        ],
        [
          2,
          link('Brot & Brötchen', 'vhs.example/brot'),
          'VHS Mitte',
          'intern',
          'Deutsch u. Englisch',
          'März 2024',
          'Kochen',
          null,
        ],
        [3, link('Töpfern', 'vhs.example/ton'), 'VHS Süd', null, 'de', '3. Juni 2024', 'Kunst', 'Handwerk'],
      ],
    },
    {
      name: 'Archiv',
      isHidden: true,
      rows: [
        ['Titel', 'Link'],
        ['Alt', 'https://vhs.example/alt'],
      ],
    },
  ],
  french: [
    {
      name: 'Catalogue',
      rows: [
        [{ text: 'Cours', width: 3 }, 'Établissement'],
        ['Intitulé du cours', 'Lien', 'Langue', null, 'Date de publication', 'Matières', 'Mots-clés'],
        [
          'Économie de l’été',
          'https://univ.example/eco',
          'français',
          'Université A',
          '1er août 2023',
          'Économie, Droit',
          'marché; prix',
        ],
        [
          'Droit des affaires',
          'https://univ.example/droit',
          'français et anglais',
          'Université A',
          day('2024-02-29'),
          'Droit',
          null,
        ],
        [
          'Arts et lettres',
          'www.univ.example/arts',
          'anglais',
          'Université B',
          'janv. 2024',
          'Sciences > Physique',
          'art\nlettres',
        ],
      ],
    },
  ],
  japanese: [
    {
      name: 'シート1',
      rows: [
        ['2024年度 公開講座一覧'],
        ['講座名', 'URL', '提供機関', '言語', '開講日', '担当教員', '分野'],
        ['光学入門', 'https://daigaku.example/optics', '東京大学校', '日本語', '2024年4月8日', '山田 太郎', '物理'],
        [
          '経済学',
          'https://daigaku.example/keizai',
          '東京大学校',
          '日本語・英語',
          day('2024-10-01'),
          '鈴木 花子',
          '社会科学 / 経済',
        ],
      ],
    },
  ],
  arabic: [
    { name: 'ملاحظات', rows: [['ملاحظات عامة']] },
    {
      name: 'الدورات',
      rows: [
        ['عنوان الدورة', 'رابط الدورة', 'الجهة المقدمة', 'اللغة', 'تاريخ البدء', 'المدرب', 'التصنيف'],
        ['مقدمة في البصريات', 'https://jamia.example/1', 'جامعة المثال', 'العربية', '١٥ مارس ٢٠٢٣', 'أحمد', 'فيزياء'],
        [
          'الاقتصاد',
          'https://jamia.example/2',
          'جامعة المثال',
          'العربية والإنجليزية',
          day('2024-01-05'),
          'سارة',
          'اقتصاد',
        ],
      ],
    },
  ],
};
