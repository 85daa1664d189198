import { plural } from './plural.ts'

/** Lists of things that people create, edit and delete. */
export const resource = {
  bulk: {
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
    allDone: (count: number) => plural(count, { one: 'Done.', other: `All ${count} are done.` }),
    someFailed: (done: number, failed: number) =>
      `${done} succeeded, ${failed} failed. Those that failed stay selected.`,
    failed: 'What failed',
  },
  form: {
    checkMarked: 'Nothing was saved. Please check the highlighted fields.',
    more: 'More',
    unsaved: 'Unsaved changes',
    discard: 'Discard changes',
    leaveTitle: 'Discard unsaved changes?',
    leaveText: 'You have changed this page without saving. If you leave it now, your changes are lost.',
    leave: 'Discard and leave',
  },
  closeText: 'You have changed something without saving. If you close this now, your changes are lost.',
}
