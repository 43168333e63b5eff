// Names: which texts name persons, and which organizations.

/** Whether a cell names a person, or several, as far as the form of names tells: `Google Cloud` has it too. */
export function isPerson(cell: string): boolean {
  const first = cell.split(/[,;/|&\r\n]/u, 1)[0]?.trim() ?? '';
  return hasPersonTitle(first) || (personName.test(first) && !isOrganization(first));
}

/** Whether a cell begins with a title that persons alone have. */
export function hasPersonTitle(cell: string): boolean {
  return personTitle.test(cell);
}

export function isOrganization(text: string): boolean {
  return organization.test(text);
}

/** What names of organizations that offer courses have in them, in the languages of lists. */
const organization =
  /(?<!\p{L})(?:univ|uni(?!\p{L})|(?:hoch)?schul|institut|colleg|coll?ège|school|academ|akadem|akadém|accadem|[ée]col[ea]|escuela|escola|scuola|szko[łl]|facul|fakult|polit[eé]c|polytech|cent(?:er|re|ro|rum)(?!\p{L})|zentrum|fundaci|funda[çc]|foundation|fondazione|stiftung|asociaci|associa|verein|museo|museum|mus[ée]e|biblio|library|ayuntamiento|ministr|hogeschool|uczelni|университет|институт|академия|школа|центр|вуз|جامعة|معهد|أكاديمية|كلية)|(?:hochschule|universit[äa]t|universiteit|akademie|institut|gmbh|e\. ?v\.|inc\.?|ltd\.?|llc|s\.a\.)(?!\p{L})|大学|大學|学院|學院|学校|學校|機構|機関|机构/iu;

/** Titles of persons, and names of two to four words in the scripts that have capitals. */
const personTitle =
  /^(?:(?:dr|dra|prof|profa|lic|licda|ing|mag|mgtr|mtro|mtra|arq|abg|mr|mrs|ms|herr|frau|sra?|mme|mlle|dott|dott\.ssa|inż|mgr|hab|др|проф)\.?|[мдأ]\.|د\.)\s/iu;
const personName =
  /^(?:\p{Lu}[\p{Ll}\p{M}'’]+(?:[-’']\p{Lu}[\p{Ll}\p{M}]+)*|\p{Lu}\.)(?: (?:v[ao]n|de[rnl]?|d[aio]s?|la|le|bin|al|y|e))*(?: (?:\p{Lu}[\p{Ll}\p{M}'’]+(?:[-’']\p{Lu}[\p{Ll}\p{M}]+)*|\p{Lu}\.)){1,3}$/u;
