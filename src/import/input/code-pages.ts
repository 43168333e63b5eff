// Decoders: those of the platform, and those of the two code pages of DOS that programs for spreadsheets still write.
import { attempt } from '../../text/errors.ts';

/** The characters from 0x80 on of what no browser knows. */
const codePages: Readonly<Record<string, string>> = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
};

/** The usual name of an encoding; undefined if there is none of that name. */
export function encodingNamed(label: string): string | undefined {
  const [, page] = /^(?:cp|ibm|dos)?[ _-]?(85[02])$/iu.exec(label.trim()) ?? [];
  return page === undefined ? attempt(() => new TextDecoder(label).encoding) : `cp${page}`;
}

/** Decodes bytes that come one after another; called without any, it ends the text. */
export function decoderOf(encoding: string): (bytes?: Uint8Array) => string {
  const { [encoding]: page } = codePages;
  if (page !== undefined)
    return (bytes = new Uint8Array()) =>
      Buffer.from(bytes)
        .toString('latin1')
        .replaceAll(/[\u0080-\u00ff]/gu, (byte) => page.charAt(byte.charCodeAt(0) - 0x80));
  const decoder = new TextDecoder(encoding);
  // In one call Node 20 would decode Windows-1252 as ISO-8859-1 (nodejs/node#56542).
  return (bytes) => (bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }));
}
