// Durations: how lists write them, by the words for units in the languages of headings.
import { isIsoDuration } from '../../catalog/source/durations.ts';

/** Units by their names in maps. A fraction is one of hours alone. */
const words = {
  minutes:
    'min mins minute minutes minuten minuut minuto minutos minuti minuta minuty minut мин минута минуты минут 分 分钟 分鐘 دقيقة دقائق 분 phút dakika dk menit นาที',
  hours:
    'h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren godz godzina godziny godzin ч час часа часов 小时 小時 時間 ساعة ساعات 시간 giờ saat jam ชั่วโมง',
  days: 'd day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen dzień dni день дня дней 天 日 日間 يوم أيام 일 ngày gün hari วัน',
  weeks:
    'w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane weken tydzień tygodnie tygodni неделя недели недель 周 週 周间 週間 星期 أسبوع أسابيع 주 tuần hafta minggu สัปดาห์',
  months:
    'mo mos month months monat monate monaten mois mes meses mês mese mesi maand maanden miesiąc miesiące miesięcy месяц месяца месяцев 个月 個月 か月 ヶ月 ヵ月 カ月 شهر شهور أشهر 개월 tháng ay bulan เดือน',
  years:
    'yr yrs year years jahr jahre jahren an ans année années año años ano anos anno anni jaar jaren rok lata lat год года лет 年 年間 سنة سنوات 년 năm yıl tahun ปี',
} as const;

export type DurationUnit = keyof typeof words;
export const durationUnits = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const satisfies DurationUnit[];

const unitByWord = new Map(
  durationUnits.flatMap((unit) => words[unit].split(' ').map((word) => [word, unit] as const)),
);

/** The unit that a word names, in any case. */
export function durationUnit(word: string): DurationUnit | undefined {
  return unitByWord.get(word.toLowerCase());
}

const maxDuration = 100;
/** A number and a word, such as `3 Jour(s)`, and what follows hours: `1h 30m`. */
const amount = /^(\d{1,4})(?:[.,](\d{1,2}))?\s*(?:(\p{L}+)(?:\(\p{L}{1,2}\))?\.?(?:,?\s*(\d{1,2})\s*(\p{L}+)?\.?)?)?$/u;

/** A number of one unit, or of hours and minutes, as a duration in ISO 8601; undefined for anything else. `unit` is that of a number alone. */
function exactDuration(text: string, unit?: DurationUnit): string | undefined {
  const [, whole = '', part, word, rest, restWord = 'min'] =
    text.length > maxDuration ? [] : (amount.exec(text.trim()) ?? []);
  const stated = word === undefined ? unit : durationUnit(word);
  if (whole === '' || stated === undefined) return undefined;
  const count = Number(whole);
  if (stated === 'hours') {
    const isMinutes = restWord === 'm' || durationUnit(restWord) === 'minutes';
    if (rest !== undefined && (!isMinutes || part !== undefined)) return undefined;
    const minutes = rest === undefined ? Math.round(Number(`0.${part ?? ''}0`) * 60) : Number(rest);
    return `PT${count === 0 && minutes > 0 ? '' : `${count}H`}${minutes === 0 ? '' : `${minutes}M`}`;
  }
  if (part !== undefined || rest !== undefined) return undefined;
  return `P${stated === 'minutes' ? 'T' : ''}${count}${(stated === 'minutes' ? 'm' : stated).charAt(0).toUpperCase()}`;
}

/** Whether a text is a number of a unit and nothing else: `4 weeks`, `3h`. */
export function isDuration(text: string): boolean {
  return exactDuration(text) !== undefined;
}

/** Whether the only number in a text is 0. */
function isNothing(text: string): boolean {
  return /\d/u.test(text) && !/[1-9]/u.test(text);
}

/** A duration, which is ISO 8601 or a text; undefined for 0, for a number whose unit is not said, and for a unit without a number. */
function readDuration(text: string): string | undefined {
  if (isNothing(text)) return undefined;
  const isText = /\p{L}/u.test(text) && durationUnit(text.trim()) === undefined;
  return exactDuration(text) ?? (isText ? text : undefined);
}

/** A duration in a column of one unit: a number, or one in ISO 8601; undefined for anything else. */
export function durationIn(unit: DurationUnit): (text: string) => string | undefined {
  return (text) => (isNothing(text) ? undefined : isIsoDuration(text) ? text : exactDuration(text, unit));
}

/** A duration in a column whose heading counts hours, such as `Hours per week`: a number alone, or of hours, is one of these, `5 hours per week`. */
export function durationUnder(heading: string): (text: string) => string | undefined {
  const said = heading.split(/\s+/u);
  if (!said.some((word) => durationUnit(word) === 'hours' || /^wochenstunden$/iu.test(word))) return readDuration;
  // German writes nouns as headings do.
  const counted = /stunden/iu.test(heading) ? heading : heading.toLowerCase();
  return (text) => {
    const [, number, word = 'h'] = /^(\d[\d.,\s–-]*?)\s*(\p{L}+\.?)?$/u.exec(text) ?? [];
    const isOfHours = number !== undefined && durationUnit(word.replace('.', '')) === 'hours';
    return readDuration(isOfHours ? `${number} ${counted}` : text);
  };
}
