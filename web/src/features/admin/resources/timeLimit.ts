// The choices of a time limit (spec 3 §5).
export const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: String(hour) }))
export const minutes = ['00', '15', '30', '45'].map((value) => ({ value, label: value }))
