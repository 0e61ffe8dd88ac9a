import { describe, expect, test } from 'vitest'
import { paging } from './list-query.ts'

describe('pages of 25', () => {
  test.each([
    [0, 1],
    [1, 1],
    [24, 1],
    [25, 1],
    [26, 2],
    [50, 2],
    [51, 3],
  ])('%i rows are %i pages', (count, total_pages) => {
    expect(paging(count, { page: 1, page_size: 25 })).toEqual({ count, total_pages, current_page: 1 })
    expect(paging(count, { page: total_pages, page_size: 25 }).current_page).toBe(total_pages)
    expect(() => paging(count, { page: total_pages + 1, page_size: 25 })).toThrow('page_past_end')
  })
})
