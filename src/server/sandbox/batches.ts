/** Batch size: items, and the approximate number of characters that closes it earlier. */
const batchItems = 500
const batchSize = 1_000_000

/** Gathers items into batches of up to 500 and about a million characters. */
export async function* inBatches<T>(
  items: AsyncIterable<T>,
  sizeOf: (item: T) => number,
): AsyncGenerator<T[]> {
  let batch: T[] = []
  let size = 0
  for await (const item of items) {
    batch.push(item)
    size += sizeOf(item)
    if (batch.length < batchItems && size < batchSize) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}
