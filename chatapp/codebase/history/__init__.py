"""What commits say about files: churn, owners, decisions."""
