/**
 * What old programs of banks write in place of Windows-1252: the letters of DOS. Code pages 850 and 437 have the letters of
 * German at the same places; where they differ, 850 is meant, since 437 has only signs there.
 */
const upper =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Decodes a stream of code page 850, a byte a letter. */
export async function* asDosText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const piece of bytes)
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.length)
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (sign) => upper[sign.charCodeAt(0) - 128]!)
}

const isLower = (byte: number) => byte >= 97 && byte <= 122
const isLetter = (byte: number) => isLower(byte) || (byte >= 65 && byte <= 90)

/** ü ä ö inside words, which are quotation marks at their edges or nothing in Windows-1252. */
const inWords = new Set([0x81, 0x84, 0x94])
/** Ä Ö Ü, which begin words or stand among capitals. */
const capitals = new Set([0x8e, 0x99, 0x9a])
/** ä ö ü Ä Ö Ü ß of Windows-1252. */
const ofWindows = new Set([0xe4, 0xf6, 0xfc, 0xc4, 0xd6, 0xdc, 0xdf])
/** What begins a letter in UTF-8, of all texts that banks write. */
const ofUtf8 = new Set([0xc2, 0xc3, 0xe2])

/** True where the umlauts of a file are those of DOS: more of them stand where only letters stand than of Windows. */
export async function isDosText(bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  let dos = 0
  let windows = 0
  const judge = (before: number, sign: number, next: number) => {
    if (inWords.has(sign) && isLetter(before) && isLetter(next)) dos++
    else if (capitals.has(sign) && !isLower(before) && before < 0x80 && isLetter(next)) dos++
    else if (ofWindows.has(sign) && (isLetter(before) || isLetter(next))) windows++
  }
  // The two bytes before, across pieces. Every byte of a large file comes by here: most are ASCII and cost nothing more.
  let before = 0
  let last = 0
  for await (const piece of bytes) {
    if (piece.includes(0)) return false
    for (let at = 0; at < piece.length; at++) {
      const next = piece[at]!
      if (next >= 0x80 && ofUtf8.has(next)) return false
      if (last >= 0x80) judge(before, last, next)
      before = last
      last = next
    }
  }
  if (last >= 0x80) judge(before, last, 0)
  return dos > windows
}
