import { Pencil, Trash2 } from 'lucide-react'
import { t } from '../texts/texts.ts'
import type { OpenDialog, RowAction } from './resource.ts'

/** The two actions that most things have, as buttons that name them. */
export const editAndDelete = (name: string, open: OpenDialog): RowAction[][] => [
  [
    { label: `${t.ui.edit}: ${name}`, icon: <Pencil />, onChoose: () => open('edit') },
    { label: `${t.ui.delete}: ${name}`, icon: <Trash2 />, onChoose: () => open('delete') },
  ],
]
