import { plural } from './plural.ts'

export const bulk = {
  label: 'Selected rows',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all on this page',
  selected: (count: number) => `${count} selected`,
  clear: 'Clear selection',
  concerned: (count: number) =>
    plural(count, { one: 'You have selected:', other: `You have selected ${count}:` }),
  more: (count: number) => `and ${count} more`,
  apply: 'Apply changes',
  editText: 'Choose what to change. Everything else stays as it is.',
  unchanged: 'Leave unchanged',
  yes: 'Yes',
  no: 'No',
  allDone: (count: number) => plural(count, { one: 'Done.', other: `All ${count} are done.` }),
  someFailed: (done: number, failed: number) =>
    `${done} succeeded, ${failed} failed. Those that failed stay selected.`,
  failed: 'What failed',
}
