import { markedPieces } from './search-matches.ts'
import { codeOf, piecesOf } from './signs.ts'

/** A cell's text, with invisible characters shown by their code and search matches marked. */
export function CellText({ text, find = '' }: { text: string; find?: string }) {
  return (
    <bdi>
      {markedPieces(text, find).map((piece, i) =>
        piece.isMatch ? (
          // oxlint-disable-next-line react/no-array-index-key -- a piece is identified by its index
          <mark key={i} className="import-match">
            <WithSigns text={piece.text} />
          </mark>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- a piece is identified by its index
          <WithSigns key={i} text={piece.text} />
        ),
      )}
    </bdi>
  )
}

function WithSigns({ text }: { text: string }) {
  return piecesOf(text).map((piece, i) =>
    piece.isSign ? (
      // oxlint-disable-next-line react/no-array-index-key -- a piece is identified by its index
      <code key={i} className="import-sign">
        {codeOf(piece.text)}
      </code>
    ) : (
      piece.text
    ),
  )
}
