// Owns the words of the varied catalog: its languages with titles in their own scripts, topics, and syllables of names.

export const scripts = {
  latin: 'an bel cor dan el fer gri hol in jor kal lum mar nor ol per ros sil tor ul ver wes yan zel å é ñ ö ß',
  cyrillic: 'ан бор вол гри дан ел жу зор ив кол лев мар ник оль пет рус сер тим ус фёд хар яр',
  greek: 'αν βα γι δη ελ θε ιω κα λου μα νι ξε πα ρη σο τα φι χρυ ψη ωμ',
  arabic: 'أح با تم جم حس خال دار رش زي سع شر صال طار عب غن فا قا كر لط مح نا هي يو',
  hebrew: 'אב בן גל דן הר זיו חן טל יר כר לי מור נד סל עמ פז צור קר רם שי תמ',
  devanagari: 'अन बा चि दी एक गो हि जय का लता मी नी ओम पा रवि सु ता उमा वि यश',
  bengali: 'অন বা চি দী গো হা জয় কা লি মি নি পা রবি সু তা উমা শা ঝু',
  tamil: 'அன் பா சி தே கு இள மா நி ஓவி பொ ரவி சு தா உமா வே யா',
  telugu: 'అన బా చి దే గో హరి జయ కా లత మీ నీ పా రవి సు తా ఉమ వి యా',
  malayalam: 'അന ബാ ചി ദേ ഗോ ഹരി ജയ കാ ലത മീ നീ പാ രവി സു താ ഉമ വി യാ',
  kannada: 'ಅನ ಬಾ ಚಿ ದೇ ಗೋ ಹರಿ ಜಯ ಕಾ ಲತ ಮೀ',
  gurmukhi: 'ਅਨ ਬਾ ਚੀ ਦੇ ਗੋ ਹਰ ਜੈ ਕਾ ਲਾ ਮੀ',
  sinhala: 'අන බා චි දේ ගෝ හරි ජය කා ලත මී',
  burmese: 'အောင် ဘ ကျော် မင်း နု သန်း ဝင်း လှ မြ စိုး',
  khmer: 'សុខ ដារា ចាន់ បុប្ផា រតនា វិចិត្រ សុភា នារី',
  thai: 'กม จัน ชัย ดา นภา ปรี พร มณี ริน ลัก ศรี สุ อร',
  chinese: '安 博 晨 东 芳 国 华 嘉 凯 兰 明 宁 平 清 荣 书 涛 文 欣 雅 志',
  japanese: '阿 石 上 小 加 木 佐 島 田 中 西 野 原 松 森 山 吉 介 子 美',
  korean: '강 권 김 남 도 민 박 서 수 신 연 오 우 윤 이 재 정 지 최 하',
} as const;

export interface Language {
  readonly name: string;
  readonly script: keyof typeof scripts;
  readonly courses: number;
  /** Titles, some with a `%` for a topic. Each occurs in the catalog. */
  readonly titles: readonly string[];
}

/** The largest first; some names are English, as in many catalogs, some in the language itself. */
export const languages: readonly Language[] = `
English | latin | 870 | Introduction to % | % | Learn % by Building | Advanced % &amp; Best Practices | Deep Learning with PyTorch | Go / Golang from Zero | Running Kubernetes Clusters | <b>Databases</b> & "Storage" | % \\| Full Course
Hindi | devanagari | 325 | % हिन्दी में | Learn % in Hindi | शुरुआती के लिए % | प्रोग्रामिंग का परिचय
Tiếng Việt | latin | 260 | Lập trình % | Học % từ đầu | Nhập môn thuật toán | % cơ bản cho người mới
العربية | arabic | 230 | مقدمة في الخوارزميات&rlm; | دورة % للمبتدئين&rlm; | تعلم % من البداية | % بالعربي -&rlm; الدرس الأول
Portuguese (Brazil) | latin | 210 | Curso de % | Introdução à programação | Aprenda % do zero | % na prática
Indonesian | latin | 160 | Belajar % | Dasar pemrograman % | % untuk pemula
Spanish | latin | 140 | Introducción a la programación con % | Curso de % desde cero | % en español | Diseño de bases de datos
বাংলা | bengali | 115 | বাংলায় % | % শেখার শুরু | প্রোগ্রামিং পরিচিতি
தமிழ் | tamil | 70 | தமிழில் % | % அறிமுகம்
한국어 | korean | 65 | 알고리즘 기초 | % 입문 | 처음 배우는 %
Italian | latin | 60 | Corso di % | Imparare % da zero | Perché %?
Telugu | telugu | 58 | తెలుగులో % | % పరిచయం
Malayalam | malayalam | 52 | മലയാളത്തിൽ % | % തുടക്കക്കാർക്ക്
Русский | cyrillic | 50 | Алгоритмы на практике | Туториал по Git | Основы % | Программирование на %
French | latin | 40 | Apprendre % | % pour les débutants | Bases de données relationnelles
فارسی | arabic | 36 | آموزش % | مقدمات برنامه‌نویسی&rlm; | % برای همه
Polish | latin | 34 | Kurs % | Programowanie w % od podstaw | Algorytmy łatwo wyjaśnione
Türkçe | latin | 30 | % dersleri | Yeni başlayanlar için % | İleri düzey %
Thai | thai | 24 | การออกแบบอัลกอริทึม | ภาษา C# | สอน % เบื้องต้น
Sinhala | sinhala | 22 | සිංහලෙන් % | % හැඳින්වීම
German | latin | 21 | JavaScript für Anfänger | Einführung in % | Größere Projekte mit %
Marathi | devanagari | 18 | मराठीत % | % शिका
Urdu | arabic | 16 | اردو میں % | % سیکھیں
Nepali | devanagari | 14 | नेपालीमा % | % सिकौं
Khmer | khmer | 10 | រៀន % | មូលដ្ឋាន %
Kannada | kannada | 9 | ಕನ್ನಡದಲ್ಲಿ % | % ಪರಿಚಯ
中文 | chinese | 12 | 机器学习从零开始 | %入门教程 | 动手学%
Українська | cyrillic | 8 | Вступ до % | Основи алгоритмів
Finnish | latin | 7 | Johdatus: % | Ohjelmoinnin perusteet
עברית | hebrew | 6 | מבוא לתכנות ב-Python&lrm; | קורס % למתחילים
Kazakh | cyrillic | 5 | % негіздері | Бағдарламалау тілі %
Romanian | latin | 5 | Învață % | Bazele programării
日本語 | japanese | 5 | プログラミング入門 | はじめての%
Burmese | burmese | 3 | % သင်ခန်းစာ
Chinese (Traditional) | chinese | 3 | 機器學習實作 | %基礎課程
Portuguese (Portugal) | latin | 2 | Iniciação a %
Bulgarian | cyrillic | 1 | Въведение в %
Ελληνικά | greek | 1 | Εισαγωγή στον προγραμματισμό
Norwegian | latin | 1 | Å lære %
Punjabi | gurmukhi | 1 | ਪੰਜਾਬੀ ਵਿੱਚ %
Swedish | latin | 1 | Lär dig %`
  .trim()
  .split('\n')
  .map((row) => {
    const [name = '', script = '', courses = '', ...titles] = row.split(/(?<!\\) \| /u);
    if (!isScript(script)) throw new Error(`unknown script: ${script}`);
    return { name, script, courses: Number(courses), titles };
  });

/** The most common first. */
export const topics: readonly string[] =
  `Python|JavaScript|Java|C++|Machine Learning|Docker|Git|SQL|React|Data Structures|Linux|C#|Node.js|HTML & CSS|
  PHP|Kubernetes|Go|Rust|TypeScript|Django|Flutter|Kotlin|Laravel|Swift|Arduino|TensorFlow|Vue.js|.NET|Haskell|Ruby on Rails|
  R|Assembly|MongoDB|PostgreSQL|Graph Theory|Compiler Design|WordPress|Scratch|Prolog|Blockchain`
    .split('|')
    .map((topic) => topic.trim());

/** Trees of categories: `name(children)`. */
export const subjects = `Algorithms & Data Structures(Sorting(Parallel Sorting(External Sorting)|Network Sorting)|Graphs|Strings)|C#&lrm;|C++&lrm;|
  Databases(SQL|Key-Value Stores(Redis))|Machine Learning(Neural Networks|Reinforcement Learning)|Web(HTML/CSS|Frameworks(React|Vue.js)|
  <i>Accessibility</i>)|Operating Systems(Linux|Windows)|Software "Architecture"|Security|Mobile(Android|iOS)|Mathematics|Bases de Datos|
  Künstliche Intelligenz|العربية &rlm;أساسيات|数据库|データベース|Go|Games|Networks`;

function isScript(text: string): text is keyof typeof scripts {
  return Object.hasOwn(scripts, text);
}
