// Owns the vocabulary of generated catalogs: words by script, languages, names of people, places and subjects.

/** The words of a text. `english` is plain ASCII; the others are what real catalogs mix in. */
export type Script = 'english' | 'latin' | 'cyrillic' | 'arabic' | 'chinese';

/** Words of each script, frequent ones first. */
export const vocabulary: Readonly<Record<Script, readonly string[]>> = {
  english: words(`the of and to in a course students you will with for learn this is how on by from their that
    concepts methods skills practice introduction design analysis data systems theory research basic applied topics
    understanding development through examples problems lectures using tools between science module assignments
    knowledge principles week learners key models history language social management techniques each explore
    fundamental engineering teaching discussion exercises community project health culture project-based evidence
    public critical writing reading mathematics environment policy energy statistics physics chemistry biology economics
    programming software network security algorithms machine learning education technology digital global local business
    ethics law human rights world modern ancient art music literature philosophy psychology sociology anthropology
    geography climate water food agriculture nutrition medicine nursing care clinical patient disease prevention
    measurement experiment laboratory observation hypothesis inference probability distribution regression matrix
    linear differential equations calculus geometry algebra proof logic argument structure function variable
    parallel distributed database query interface usability accessibility open licence resources textbook video quiz
    feedback assessment certificate self-paced instructor prior background required recommended audience beginner
    intermediate advanced overview summary conclusion perspective framework approach strategy leadership team
    communication presentation entrepreneurship finance accounting marketing innovation sustainability governance
    transport city building material process control signal image sound sensor robot circuit power`),
  latin: words(`de la el los curso y para con conocimientos más año introducción educación información matemáticas
    física química gestión análisis técnicas diseño español enseñanza médico evaluación über für Einführung Übungen
    Möglichkeiten Größe Lösungen Verständnis Fähigkeiten Grundlagen élèves méthodes théorie pratique problèmes
    développement sécurité économie société littérature mathématiques être études française formação educação gestão
    não programação introdução avaliação saúde água história ciência técnicas você lições öğrenme eğitim dersler
    giriş için çalışma nauka ćwiczenia wiedza społeczeństwo język českého řešení příklady základní`),
  cyrillic: words(`и в на курс для по студентов основы введение методы анализ данных системы теория практика задачи
    примеры лекции знания история язык математика физика химия биология экономика программирование обучение
    исследование развитие общество культура право энергия среда вероятность статистика алгоритмы сети безопасность
    управление проект навыки участники изучение`),
  arabic: words(`في من على إلى هذا المقرر الدورة الطلاب مقدمة أساسيات تعلم البرمجة تحليل البيانات النظرية التطبيق
    أمثلة محاضرات المعرفة التاريخ اللغة الرياضيات الفيزياء الكيمياء الاقتصاد الصحة المجتمع الثقافة القانون الطاقة
    البيئة الإحصاء الخوارزميات الشبكات الأمن الإدارة المهارات مشروع البحث`),
  chinese: words(`的 本课程 学习 学生 介绍 基础 方法 分析 数据 系统 理论 实践 问题 例子 讲座 知识 历史 语言 数学 物理
    化学 生物 经济 编程 教育 研究 发展 社会 文化 法律 能源 环境 统计 算法 网络 安全 管理 项目 技能 与 和 将 通过 了解`),
};

/** Approximate bytes of UTF-8 for each UTF-16 unit of a text in the script. */
export const bytesPerUnit: Readonly<Record<Script, number>> = {
  english: 1,
  latin: 1.07,
  cyrillic: 1.9,
  arabic: 1.85,
  chinese: 2.95,
};

/** The end of a sentence. */
export const fullStop: Readonly<Record<Script, string>> = {
  english: '. ',
  latin: '. ',
  cyrillic: '. ',
  arabic: '. ',
  chinese: '。',
};

/** Languages, the most frequent first, with the script of texts in each; all names in NFC. */
export const languageScripts: readonly (readonly [name: string, script: Script])[] = [
  ['English', 'english'],
  ['Español', 'latin'],
  ['Français', 'latin'],
  ['Português', 'latin'],
  ['中文', 'chinese'],
  ['العربية', 'arabic'],
  ['Русский', 'cyrillic'],
  ['Deutsch', 'latin'],
  ['Italiano', 'latin'],
  ['Bahasa Indonesia', 'english'],
  ['日本語', 'chinese'],
  ['Tiếng Việt', 'latin'],
  ['Türkçe', 'latin'],
  ['한국어', 'english'],
  ['हिन्दी', 'english'],
  ['Polski', 'latin'],
  ['Português do Brasil', 'latin'],
  ['Nederlands', 'latin'],
  ['Українська', 'cyrillic'],
  ['Chinese (Traditional)', 'chinese'],
  ['Ελληνικά', 'english'],
  ['Čeština', 'latin'],
  ['فارسی', 'arabic'],
  ['Română', 'latin'],
  ['Svenska', 'latin'],
  ['Magyar', 'latin'],
  ['ไทย', 'english'],
  ['עברית', 'english'],
  ['Dansk', 'latin'],
  ['Suomi', 'latin'],
  ['Norsk bokmål', 'latin'],
  ['Català', 'latin'],
  ['Български', 'cyrillic'],
  ['Српски', 'cyrillic'],
  ['বাংলা', 'english'],
  ['தமிழ்', 'english'],
  ['Kiswahili', 'english'],
  ['isiZulu', 'english'],
  ["O'zbekcha", 'english'],
  ['Af-Soomaali & Oromoo', 'english'],
];

export const subjectNames: readonly string[] = list(`Mathematics|Physics|Chemistry|Biology|Computer Science|Economics|
  Law|Medicine|Public Health|History|Philosophy|Psychology|Sociology|Education|Engineering|Architecture|Fine Arts|Music|
  Literature|Linguistics|Foreign Languages|Geography|Earth Sciences|Environment & Climate|Agriculture|Nutrition|Nursing|
  Business|Accounting & Finance|Marketing|Political Science|Anthropology|Statistics|Data Science|Information Security|
  Media Studies|Library Science|Théâtre et cinéma|Religious Studies|Social Work|Transport|Energy|Materials|Astronomy|
  Ingeniería civil|Sport Science|Veterinary Science|数学教育|Gender Studies|Development Studies|Teacher Training|
  Language "Skills"|Robotics|Urban Planning|Ethics|Archaeology|Design|Journalism|Pharmacy|Tourism`);

export const fieldNames: readonly string[] = list(`Foundations|Methods|Applications|Theory|Practice|History|Laboratory|
  Policy|Modelling|Advanced Topics|Introduction|Case Studies|Field Work|Data & Measurement|Education|Ethics|Design|
  Management|Projects|Research`);

export const places: readonly string[] = list(`Ashford|Belmonte|Córdoba|Dunmore|Évora|Fairhaven|Göttingen|Hallstatt|
  Ibadan|Jena|Kyōto|Lund|Málaga|Nairobi|Ostrava|Porto|Québec|Rosario|Salford|Tampere|Uppsala|Valparaíso|Windhoek|Xi'an|
  York|Zürich|Açores|Brno|Cluj|Delft`);

export const institutions: readonly string[] = list(`University of %|% Open University|% Institute of Technology|
  Open Courses of %|% College|Escuela abierta de %|% Academy|Université de %|% Learning Network|% Public Library`);

export const givenNames: readonly string[] = list(`Anna|Bilal|Chen|Dolores|Émile|Fatima|Grace|Hans|Ingrid|José|Katya|
  Liu|Maria|Nnamdi|Olga|Paul|Quentin|Renée|Samuel|Tomás|Uma|Victor|Wei|Ximena|Yusuf|Zoë|محمد|Иван|伟`);

export const familyNames: readonly string[] = list(`Abbott|Bianchi|Castro|Dubois|Eriksson|Fernández|García|Hughes|
  Ivanova|Jensen|Kowalski|Lopes|Müller|Nguyễn|O'Brien|Petrović|Quispe|Rossi|Schmidt|Tanaka|Usman|van der Berg|Williams|
  Xu|Yılmaz|Zhang|الدسوقي|Петров|王`);

export const tagNames: readonly string[] =
  list(`open|beginner|video|free|self-paced|mooc|oer|lecture notes|quiz|project|
  advanced|k-12|teacher|health|climate|python|R|ocw|cc-by|français`);

/** Characters that survive only with careful escaping. */
export const oddities: readonly string[] = [
  'Work through the "hands-on" part first. ',
  'Install to C:\\labs\\week1 before you start. ',
  'The slope is \\frac{dy}{dx} = "m". ',
  'Name\tWeight\nQuiz\t40%\nExam\t60%\n',
  'R&D &amp; practice &rlm;for all 🎓. ',
  'See <a href="https://example.org/help?a=1&b=2" target="_blank">the help page</a>. ',
  '“Smart” quotes – and dashes… ',
  '5 < 7 and 9 > 3; path a/b/c\r\n',
];

function words(text: string): readonly string[] {
  return text.split(/\s+/u);
}

function list(text: string): readonly string[] {
  return text.split(/\s*\|\s*/u);
}
