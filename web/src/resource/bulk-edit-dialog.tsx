import { useState } from 'react'
import { t } from '../texts/texts.ts'
import { SelectField } from '../ui/field.tsx'
import { FieldGrid } from '../ui/section-page.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { type Patch, type Pointer, patchOf, type ValueAt } from './pointers.ts'

/** What can be set in all selected objects. */
export type BulkField<Input> = { label: string } & {
  [At in Pointer<Input>]: { pointer: At; options: readonly { value: ValueAt<Input, At>; text: string }[] }
}[Pointer<Input>] & { pointer: string; options: readonly { value: unknown; text: string }[] }

interface BulkEditDialogProps<Item, Input> {
  title: string
  fields: readonly BulkField<Input>[]
  items: readonly Item[]
  nameOf: (item: Item) => string
  save: (item: Item, patch: Patch<Input>) => Promise<unknown>
  onDone: (failed: readonly Item[]) => void
  onClose: () => void
}

/** Sets the same values in all selected objects. Fields that are not chosen stay as they are. */
export function BulkEditDialog<Item, Input extends object>(props: BulkEditDialogProps<Item, Input>) {
  const { fields, save, ...rest } = props
  /** The index of the chosen option, by pointer. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const changes = new Map<string, unknown>()
  for (const { pointer, options } of fields) {
    const option = options[Number(chosen[pointer] || -1)]
    if (option) changes.set(pointer, option.value)
  }
  return (
    <BulkDialog
      {...rest}
      confirm={t.resource.bulk.apply}
      look="primary"
      disabled={changes.size === 0}
      work={(item) => save(item, patchOf(changes))}
    >
      <p>{t.resource.bulk.editText}</p>
      <FieldGrid>
        {fields.map(({ pointer, label, options }) => (
          <SelectField
            key={pointer}
            label={label}
            value={chosen[pointer] ?? ''}
            onChange={(event) => setChosen({ ...chosen, [pointer]: event.target.value })}
          >
            <option value="">{t.resource.bulk.unchanged}</option>
            {options.map(({ text }, index) => (
              <option key={text} value={index}>
                {text}
              </option>
            ))}
          </SelectField>
        ))}
      </FieldGrid>
    </BulkDialog>
  )
}
