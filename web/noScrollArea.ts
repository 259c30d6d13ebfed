// In the place of Mantine's ScrollArea where nothing of it is used (vite.config.ts).
export const ScrollArea = { Autosize: null }
