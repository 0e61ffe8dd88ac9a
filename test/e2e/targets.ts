import type { Page } from '@playwright/test'

/**
 * Targets below 24 px in height or width. Links in running text are as tall as their line (WCAG 2.5.8); a checkbox is
 * hit with its label or the area around it; a place on a template's sheet is as large as in its PDF, and the list
 * beside the sheet repeats it.
 */
export function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = []
    for (const element of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
      if (element.closest('.skip, .visually-hidden, .place')) continue
      if (element.closest('p') && getComputedStyle(element).display === 'inline') continue
      const box = (element.closest('label') ?? element).getBoundingClientRect()
      const around = element.matches('.checkbox') ? 8 : 0
      if (box.width === 0) continue
      if (box.width + around < 23.9 || box.height + around < 23.9)
        found.push(element.tagName + ' ' + element.textContent + ' ' + box.width + 'x' + box.height)
    }
    return found
  })()`)
}
