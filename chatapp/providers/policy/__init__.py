"""What is decided the same way for every provider: errors, retries, stop reasons, temperature."""
