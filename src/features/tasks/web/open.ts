import { createStore } from '#web/store.ts'
import type { Task } from '../contract.ts'

/** A project or organization whose tasks are shown; `id` is its row id. */
export type TaskTarget = { type: Task['target']['type']; id: number; title: string }

/** Initial state of the Tasks modal: empty, or one task to view or edit. */
export type OpenTasks = { target: TaskTarget; task?: Task; mode?: 'view' | 'edit' }

export const openedTasks = createStore<OpenTasks | undefined>(undefined)

/** Opens the Tasks modal over the current page; the list behind reloads when a task changes. */
export function openTasks(target: TaskTarget, start: Omit<OpenTasks, 'target'> = {}): void {
  openedTasks.set({ target, ...start })
}

export function closeTasks(): void {
  openedTasks.set(undefined)
}
