module adapter

go 1.22
