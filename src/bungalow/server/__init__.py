"""Live tables: storage, messages, HTTP and WebSocket."""
