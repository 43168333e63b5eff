// Placeholders: texts that programs and people write where they have no value, in any field.
import { trimInvisible } from './invisible.ts';

const signs =
  /^(?:|n\/?a|n\. ?a\.|null|\(null\)|nan|nil|none|\(none\)|undefined|unknown|tb[acd]|待定\p{L}?|未定|s\/[dn]|n\/[dp]|н\/д|-+|[–—]+|\?+|\.+|\\n|\[\]|\{\}|#(?:n\/a|null!|ref!|value!|name\?|num!|div\/0!))$/iu;
/** Words for nothing, in lower case. No answer is here, as "нет" and "无" are. */
const words = new Set(
  `nothing|not applicable|not available|not specified|not stated|no data
keine|keiner|keines|kein|keine angabe|keine angaben|k. a.|k.a.|entfällt|nicht zutreffend|nicht verfügbar|nicht vorhanden|nicht angegeben|unbekannt|ohne angabe
aucun|aucune|néant|sans objet|s.o.|non renseigné|non renseignée|non précisé|non communiqué|n.c.|inconnu
ninguno|ninguna|ningún|sin dato|sin datos|sin información|sin especificar|no aplica|no procede|no disponible|no consta|desconocido
nenhum|nenhuma|não se aplica|não aplicável|não disponível|não informado|sem dados|sem informação|desconhecido
nessuno|nessuna|non disponibile|non specificato|non applicabile|non previsto|n.d.|n.p.|sconosciuto
geen|n.v.t.|n.v.t|nvt|niet van toepassing|niet beschikbaar|niet bekend|onbekend|volgt
brak|brak danych|nie dotyczy|b.d.|b/d|nieznany
не указано|не указан|не указана|не применимо|неприменимо|нет данных|отсутствует|отсутствуют|неизвестно
暂无|暫無|不适用|不適用|未知|不详|不詳|无数据|未填写
なし|無し|該当なし|不明|未設定|未記入
لا يوجد|لا توجد|لا شيء|غير متوفر|غير محدد|غير معروف|لا ينطبق|بدون
nincs|yok|belirtilmemiş|belirsiz|없음|해당 없음|해당없음|미정|tidak ada|không có|ไม่มี|žádný|žádná|není|ingen|inget|saknas|ei ole|δεν υπάρχει|אין|немає`.split(
    /[|\n]/u,
  ),
);
const [maxSigns, maxLength] = [12, 24];

export function isPlaceholder(text: string): boolean {
  if (text.length > 2 * maxLength) return false;
  const trimmed = trimInvisible(text);
  if (trimmed.length > maxLength) return false;
  return (trimmed.length <= maxSigns && signs.test(trimmed)) || words.has(trimmed.toLowerCase());
}
