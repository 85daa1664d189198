import { useEffect, useState } from 'react'

/** A value that has stayed the same for a moment: for asking the server while a person types. */
export function useDelayed<Value>(value: Value, milliseconds = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
