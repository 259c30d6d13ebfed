// Types of what Vite serves as modules (pictures, CSS modules).
/// <reference types="vite/client" />
